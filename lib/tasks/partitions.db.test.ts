import { expect, it } from 'vitest';
import { monthsAhead } from '@/db/partitions';
import { ownDatabase } from '@/testing/database';
import { asOwner } from '@/testing/postgres';
import { keepPartitions } from './partitions';

const { databaseUrl, sql } = await ownDatabase();

it('warns weeks before records would have no partition, while it cannot create one', async () => {
  const lines: unknown[] = [];
  const log = { warn: (line: unknown) => void lines.push(line) };
  await keepPartitions(sql, log);
  expect([await monthsAhead(sql), lines]).toEqual([3, []]);
  const [, , last, first] = await sql<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'query_records'::regclass ORDER BY 1`;
  await asOwner(
    databaseUrl,
    `DROP TABLE ${last?.name}, ${first?.name}`,
    'ALTER FUNCTION create_query_record_partition RENAME TO broken',
  );
  await expect(keepPartitions(sql, log)).rejects.toMatchObject({ code: '42883' });
  expect(lines).toEqual([{ event: 'partitions_low', monthsAhead: 1 }]);
});
