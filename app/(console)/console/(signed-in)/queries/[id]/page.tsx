import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { Query } from '@/ui/query/query';
import { queryTitle } from '@/ui/query/title';

interface QueryPageProps extends PageProps {
  readonly params: Promise<{ id: string }>;
}

export const generateMetadata = queryTitle;

export default async function QueryPage({ params, searchParams }: QueryPageProps) {
  const session = await requireUser();
  return <Query id={(await params).id} parameters={await searchParams} session={session} />;
}
