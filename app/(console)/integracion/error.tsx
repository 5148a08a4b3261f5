'use client';

export { ErrorPage as default } from '@/ui/shell/error';
