'use client';

import type { ModalProps } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';

const LateDialog = dynamic(() => import('./late-dialog'), { ssr: false });

/** A dialog whose code is loaded when it first opens. */
export function Dialog(props: ModalProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return wanted ? <LateDialog centered {...props} /> : null;
}
