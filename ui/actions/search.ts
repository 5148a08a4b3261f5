'use server';

import { withUser } from '@/lib/console/session/action';
import { text } from '@/lib/console/texts/form';
import { searchConsole as search } from '@/lib/console/views/search';

export const searchConsole = withUser(text(64), ({ db, session }, written) =>
  search(db, session.role, written),
);
