/**
 * Permissions of staff. Each is an action, `noun.verb`, with the name of its server action, verb,
 * command and audit row. `read` leaves no audit row.
 */
const STAFF_PERMISSIONS = [
  'integration.create',
  'integration.set',
  'integration.describe',
  'integration.rotate',
  'integration.end_overlap',
  'billing.top_up',
  'billing.adjust',
  'billing.request_refund',
  'billing.decline_refund',
  'billing.refund',
  'billing.set_tariff',
  'billing.schedule_tariff',
  'billing.cancel_tariff',
  'query.search_identifier',
  'query.reveal',
  'query.export',
  'query.export_identifiers',
  'incident.post',
  'incident.switch_off',
  'notice.configure',
  'user.create',
  'user.invite',
  'user.reset_access',
  'user.set_role',
  'user.disable',
  'user.enable',
  'user.reset_second_factor',
  'user.require_second_factor',
  'user.read',
  'audit.read',
] as const;

/** What people of an integration may in their own place, and nobody else. */
const PLACE_PERMISSIONS = ['place.read', 'integration.rotate_own', 'notice.configure_own'] as const;

export const PERMISSIONS = [...STAFF_PERMISSIONS, ...PLACE_PERMISSIONS] as const;

/** Actions on one's own account, allowed to every role. */
const OWN_ACTIONS = [
  'user.accept_invitation',
  'user.change_password',
  'user.enrol_second_factor',
  'user.remove_second_factor',
] as const;

/** Changes of notice targets, each allowed by `notice.configure` and by `notice.configure_own`. */
const TARGET_CHANGES = [
  'notice.add_target',
  'notice.pause_target',
  'notice.resume_target',
  'notice.enable_target',
  'notice.renew_confirmation',
  'notice.rotate_secret',
  'notice.remove_target',
] as const;

/** Events that are recorded and need no permission. */
const EVENTS = [
  'session.sign_in',
  'session.reject',
  'session.throttle',
  'session.sign_out',
  'session.prove_password',
  'access.deny',
  'keys.rotate',
  'keys.accept',
  'keys.compromise',
  'release.serve',
] as const;

export type Permission = (typeof PERMISSIONS)[number];
export type OwnAction = (typeof OWN_ACTIONS)[number];
export type TargetChange = (typeof TARGET_CHANGES)[number];
export type RecordedEvent = (typeof EVENTS)[number];
export type Action = Permission | OwnAction | TargetChange | RecordedEvent;

/** An action that leaves an audit row. */
export type AuditAction = Exclude<Action, `${string}.read`>;

export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...PERMISSIONS,
  ...OWN_ACTIONS,
  ...TARGET_CHANGES,
  ...EVENTS,
].filter(isAudited);

function isAudited(action: Action): action is AuditAction {
  return !action.endsWith('.read');
}

export function isAuditAction(text: string): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text);
}

export const STAFF_ROLES = ['admin', 'soporte'] as const;
/** Roles of people who belong to one integration and see nothing else. */
export const PLACE_ROLES = ['integrador', 'gestor'] as const;
export const ROLES = [...STAFF_ROLES, ...PLACE_ROLES] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
export type PlaceRole = (typeof PLACE_ROLES)[number];
export type Role = (typeof ROLES)[number];

const ALLOWED: Readonly<Record<Role, readonly Permission[]>> = {
  admin: STAFF_PERMISSIONS,
  soporte: [
    'billing.request_refund',
    'query.search_identifier',
    'query.reveal',
    'query.export',
    'incident.post',
  ],
  integrador: ['place.read', 'notice.configure_own'],
  gestor: [...PLACE_PERMISSIONS, 'notice.configure'],
};

export function may(role: Role, permission: Permission): boolean {
  return ALLOWED[role].includes(permission);
}

export function isPlaceRole(role: Role): role is PlaceRole {
  return may(role, 'place.read');
}

/** True for a role that may give roles, and so do everything. */
export function isAdministrator(role: Role): boolean {
  return may(role, 'user.set_role');
}
