import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';

interface IntegrationFieldProps {
  readonly value: string | undefined;
  readonly names: readonly string[];
  /** Whether the value is not the name of an integration. */
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
