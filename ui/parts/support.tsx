import { settings } from '@/lib/base/env/settings';

/** Names who helps, behind a label: e-mail address, telephone number and hours. */
export function Support({ label = '' }: { readonly label?: string }) {
  const { email, phone, hours } = settings().support;
  return (
    <span className="support">
      {label} <a href={`mailto:${email}`}>{email}</a>,{' '}
      <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a> ({hours})
    </span>
  );
}
