import type { Icon } from '@tabler/icons-react';

export interface Result {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  readonly icon: Icon;
  /** The page that it opens, or else what it does. */
  readonly href?: string;
  readonly run?: () => void;
  /** Text that it writes into the search, which stays open. */
  readonly completes?: string;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}
