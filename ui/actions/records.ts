'use server';

import { z } from 'zod';
import { withPermission, withUser } from '@/lib/console/session/action';
import { text } from '@/lib/console/texts/form';
import { findIdentifier, revealIdentifiers } from '@/lib/console/views/identifiers';
import { parseView, writeSavedView } from '@/lib/console/views/query-view';
import { PURPOSES } from '@/lib/recording/reason';
import * as views from '@/lib/recording/saved-views';

/** The identifiers stand in the answer to this one request and nowhere else. */
export const reveal = withPermission(
  'query.reveal',
  z.object({ id: z.uuid(), purpose: z.enum(PURPOSES), note: text(500) }),
  revealIdentifiers,
);

/** Returns an identifier as URLs of this session carry it. */
export const searchIdentifier = withPermission(
  'query.search_identifier',
  z.union([
    z.object({ identifier: text(100).pipe(z.string().min(1)) }),
    z.object({ query: z.uuid() }),
  ]),
  findIdentifier,
);

const name = text(60);

/** The view is a query string; an identifier in it is not stored. */
const viewSchema = z.object({ name, view: z.string().max(2_000), replace: z.boolean() });

export const saveView = withUser(viewSchema, (ctx, { view, ...input }) => {
  const query = writeSavedView(parseView(Object.fromEntries(new URLSearchParams(view))));
  return views.saveView(ctx, { ...input, query });
});

const id = z.int32().positive();

export const removeView = withUser(id, views.removeView);
