import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';

/** Fields by which queries are narrowed, wherever they are shown. */

interface IntegrationFieldProps {
  readonly value: string | undefined;
  /** Names to choose from. */
  readonly names: readonly string[];
  /** The value is nobody's name. */
  readonly unknown: boolean;
}

export async function IntegrationField({ value, names, unknown }: IntegrationFieldProps) {
  const t = await getTranslations('filters');
  return (
    <div>
      <TextInput
        name="integration"
        label={t('integration')}
        defaultValue={value}
        maxLength={64}
        autoComplete="off"
        list="integration-names"
        {...(unknown ? { error: t('unknownIntegration') } : {})}
      />
      <datalist id="integration-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

export async function LookupField({ value }: { readonly value: Lookup | undefined }) {
  const t = await getTranslations('filters');
  const data = [{ value: '', label: t('any') }, ...LOOKUPS];
  return <NativeSelect name="lookup" label={t('lookup')} defaultValue={value ?? ''} data={data} />;
}
