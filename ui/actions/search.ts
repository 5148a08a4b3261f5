'use server';

import { withUser } from '@/lib/console/action';
import { text } from '@/lib/console/form';
import { searchConsole as search } from '@/lib/console/search';

export const searchConsole = withUser(text(64), ({ db, session }, written) =>
  search(db, session.role, written),
);
