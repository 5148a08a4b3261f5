'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useReturnedFocus } from './focus';

export default function LateDialog(props: ModalProps) {
  useReturnedFocus(props.opened);
  return <Modal {...props} returnFocus={false} />;
}
