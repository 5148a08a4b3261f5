/** Reasons why a change was rejected. The union is closed, so every surface has a text for each. */
export type RejectionCode =
  | 'integration_not_found'
  | 'name_invalid'
  | 'name_taken'
  | 'amount_invalid'
  | 'adjustment_invalid'
  | 'reason_required'
  | 'reason_too_short'
  | 'balance_below_zero'
  | 'balance_held'
  | 'balance_too_large'
  | 'limit_invalid'
  | 'networks_invalid'
  | 'tariff_invalid'
  | 'instant_invalid'
  | 'key_reused'
  | 'not_charged'
  | 'already_refunded'
  | 'already_requested'
  | 'request_not_found'
  | 'query_not_found'
  | 'view_name_invalid'
  | 'view_name_taken'
  | 'too_many_exports'
  | 'too_many_records'
  | 'too_many_reveals'
  | 'too_many_searches'
  | 'too_many_views'
  | 'identifier_removed'
  | 'identifier_locked'
  | 'email_invalid'
  | 'text_too_long'
  | 'email_taken'
  | 'password_invalid'
  | 'password_weak'
  | 'password_same'
  | 'password_wrong'
  | 'code_wrong'
  | 'busy'
  | 'user_not_found'
  | 'invitation_invalid'
  | 'last_administrator'
  | 'incident_title'
  | 'incident_lookups'
  | 'incident_text'
  | 'incident_times'
  | 'incident_state'
  | 'incident_switches_on'
  | 'incident_not_found'
  | 'incident_ended'
  | 'too_many_incidents'
  | 'proof_key_not_found'
  | 'role_of_other_kind'
  | 'too_many_people'
  | 'rotation_off'
  | 'target_not_found'
  | 'target_taken'
  | 'too_many_targets'
  | 'too_many_tests'
  | 'too_many_letters'
  | 'too_many_resends'
  | 'unsubscribed'
  | 'test_failed'
  | 'url_invalid'
  | 'url_private'
  | 'mail_missing'
  | 'proof_key_missing'
  | 'changed_meanwhile'
  | 'signed_out'
  | 'reauthentication_required';

/** An expected rejection, thrown to roll back the transaction. The message says what to do. */
export class Rejection extends Error {
  constructor(
    readonly code: RejectionCode,
    message: string,
  ) {
    super(message);
    this.name = 'Rejection';
  }
}

export function integrationNotFound(nombre: string): Rejection {
  return new Rejection('integration_not_found', `There is no integration named ${nombre}.`);
}

/** Throws {@link Rejection} `changed_meanwhile` when what a form showed has changed. */
export function assertUnchanged(unchanged: boolean, what: string): void {
  if (unchanged) return;
  throw new Rejection('changed_meanwhile', `Somebody changed the ${what} meanwhile: look again.`);
}
