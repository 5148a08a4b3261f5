/** Every change that leaves an audit row: noun and verb. */
export const AUDIT_ACTIONS = [
  'integration.create',
  'integration.update',
  'integration.describe',
  'integration.rotate',
  'integration.end_overlap',
  'billing.top_up',
  'billing.adjust',
  'billing.refund',
  'billing.set_tariff',
  'billing.schedule_tariff',
  'billing.cancel_tariff',
  'query.reveal',
  'query.export',
  'user.create',
  'user.invite',
  'user.invite_again',
  'user.accept_invitation',
  'user.set_role',
  'user.disable',
  'user.enable',
  'user.reset_second_factor',
  'user.require_second_factor',
  'user.change_password',
  'user.enrol_second_factor',
  'user.remove_second_factor',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export function isAuditAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}
