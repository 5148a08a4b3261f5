'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * For dialogs that are sent when they first open: closed for a moment, since only an opening notes
 * where the focus goes back to.
 */
export function useLateOpening(opened: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return opened && ready;
}

export default function LateDialog({ opened, ...props }: ModalProps) {
  return <Modal {...props} opened={useLateOpening(opened)} />;
}
