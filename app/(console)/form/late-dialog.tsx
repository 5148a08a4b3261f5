'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * Opens a dialog in its second render, because only a change to open remembers where the focus
 * returns to.
 */
export function useLateOpening(opened: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return opened && ready;
}

export default function LateDialog({ opened, ...props }: ModalProps) {
  return <Modal {...props} opened={useLateOpening(opened)} />;
}
