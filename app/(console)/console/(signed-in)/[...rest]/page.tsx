import { requireUser } from '@/lib/console/session/guard';
import { MissingPage, missingPageTitle } from '@/ui/shell/missing-page';

export const generateMetadata = missingPageTitle;

/** Answers unknown addresses with the console's own page. */
export default async function UnknownPage() {
  await requireUser();
  return <MissingPage />;
}
