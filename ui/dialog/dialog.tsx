'use client';

import type { ModalProps } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useReturnedFocus } from '@/ui/form/focus';
import { usePath } from '@/ui/parts/path';

const LateDialog = dynamic(() => import('./late-dialog'), { ssr: false });

/** A dialog whose code is loaded when it first opens. */
export function Dialog(props: ModalProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  useReturnedFocus(props.opened);
  return wanted ? <LateDialog centered {...props} returnFocus={false} /> : null;
}

/** Keeps whether a dialog is open. `?do=name` in the address opens it, and closing removes it. */
export function useOpened(name?: string): [boolean, (opened: boolean) => void] {
  const isAsked = useSearchParams().get('do') === name;
  const pathWith = usePath();
  const [opened, setOpened] = useState(false);
  const set = (open: boolean) => {
    setOpened(open);
    if (!open && isAsked) window.history.replaceState(null, '', pathWith({ do: undefined }));
  };
  return [opened || isAsked, set];
}
