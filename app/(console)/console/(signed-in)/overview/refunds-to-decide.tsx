import { getTranslations } from 'next-intl/server';
import { TextLink } from '@/app/(console)/layout/text-link';
import { countOpenRefunds } from '@/lib/billing/refund-requests';
import { consoleContext } from '@/lib/console/context';
import { Sentence } from './sentence';

export async function RefundsToDecide() {
  const t = await getTranslations('refundRequests');
  const count = await countOpenRefunds(consoleContext().db);
  if (count === 0) return null;
  return (
    <Sentence tone="warning" role="status">
      <span>
        {t.rich('toDecide', {
          count,
          link: (text) => <TextLink href="/console/refunds">{text}</TextLink>,
        })}
      </span>
    </Sentence>
  );
}
