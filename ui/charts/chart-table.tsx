'use client';

import { VisuallyHidden } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Series } from './plot';

const DataTable = dynamic(
  () => import('@/ui/table/data-table').then((module) => module.DataTable<number>),
  { ssr: false },
);

interface ChartTableProps {
  readonly title: string;
  readonly places: readonly string[];
  readonly columns: readonly Series[];
}

/** Shows the values of a chart as a table, which is rendered when first opened. */
export function ChartTable({ title, places, columns }: ChartTableProps) {
  const t = useTranslations('charts');
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="as-table"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        {t('asTable')}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </summary>
      {opened && (
        <DataTable
          label={title}
          minWidth={120 + 90 * columns.length}
          columns={[
            { title: t('time'), nowrap: true, cell: (place: number) => places[place] },
            ...columns.map(({ name, values }) => ({
              title: name,
              numeric: true,
              cell: (place: number) => values[place],
            })),
          ]}
          rows={[...places.keys()]}
          keyOf={(place) => place}
        />
      )}
    </details>
  );
}
