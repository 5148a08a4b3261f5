import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isRefusedStatement } from '@/db/client';
import { users } from '@/db/schema/index';
import { PLACE_ROLES, type PlaceRole, STAFF_ROLES } from '@/lib/access/permissions';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { createPlaceUser, createTestUser, signedIn, throughProvider } from '@/testing/users';
import { disableUser, enableUser, setRole } from './administer';
import { listUsers, requiresSecondFactor } from './find';
import { inviteUser } from './invite';
import { countSessions } from './sessions';

const { db, sql, act, newIntegration } = sharedDatabase();

const freshEmail = () => `f-${randomLetters()}@integrador.example`;

async function somebody(role: PlaceRole = 'integrador') {
  const integration = await newIntegration();
  return { integration, user: await createPlaceUser(db, role, integration.id) };
}

it('the session of somebody of an integration names that integration, and of staff none', async () => {
  const { integration, user } = await somebody();
  expect(await signedIn(db, user.email)).toMatchObject({ integrationId: integration.id });
  const { email } = await createTestUser(db);
  expect(await signedIn(db, email)).toMatchObject({ integrationId: null });
});

it('a disabled person receives no more notices of the integration, also once enabled again', async () => {
  const { integration, user } = await somebody();
  const { id: other } = await newIntegration();
  const add = (owner: number, address: string, state: string) => sql`
    INSERT INTO notice_targets (integration_id, channel, address, state, created_by, confirm_until)
    VALUES (${owner}, 'email', ${address}, ${state}, 'tests', now())`;
  await add(integration.id, user.email, 'failing');
  await add(integration.id, freshEmail(), 'active');
  await add(other, user.email, 'active');
  await act(disableUser, { id: user.id });
  const [row] =
    await sql`SELECT after FROM audit_log WHERE target = ${user.email} ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({ after: { noticesPaused: 1 } });
  await act(enableUser, { id: user.id });
  const states = await sql`SELECT state, reason FROM notice_targets
    WHERE integration_id IN (${integration.id}, ${other}) ORDER BY id`;
  expect(states).toEqual([
    { state: 'paused', reason: 'left' },
    { state: 'active', reason: null },
    { state: 'active', reason: null },
  ]);
});

it('a link confirms no address of somebody who was disabled meanwhile', async () => {
  const { integration, user } = await somebody();
  await sql`INSERT INTO notice_targets (integration_id, channel, address, state, created_by, confirm_until)
    VALUES (${integration.id}, 'email', ${user.email}, 'unconfirmed', 'tests', now() + interval '1 day')`;
  await act(disableUser, { id: user.id });
  const rows = await sql`SELECT state, reason, confirm_until AS until FROM notice_targets
    WHERE integration_id = ${integration.id}`;
  expect(rows).toEqual([{ state: 'unconfirmed', reason: null, until: null }]);
});

it('an administrator who becomes support receives no more notices of the staff, a gestor the own ones', async () => {
  const administrator = await createTestUser(db, 'admin');
  await createTestUser(db, 'admin');
  const { integration, user } = await somebody('gestor');
  await sql`INSERT INTO notice_targets (integration_id, channel, address, state, created_by)
    VALUES (NULL, 'email', ${administrator.email}, 'active', 'tests'),
      (${integration.id}, 'email', ${user.email}, 'active', 'tests')`;
  await act(setRole, { id: administrator.id, role: 'soporte' });
  await act(setRole, { id: user.id, role: 'integrador' });
  const states = await sql`SELECT state FROM notice_targets
    WHERE address IN (${administrator.email}, ${user.email}) ORDER BY id`;
  expect(states).toEqual([{ state: 'paused' }, { state: 'active' }]);
});

it('nobody moves between staff and an integration, also not in the database', async () => {
  const { user } = await somebody();
  const staff = await createTestUser(db);
  const refused = { code: 'role_of_other_kind' };
  for (const role of STAFF_ROLES) {
    await expect(act(setRole, { id: user.id, role })).rejects.toMatchObject(refused);
  }
  for (const role of PLACE_ROLES) {
    await expect(act(setRole, { id: staff.id, role })).rejects.toMatchObject(refused);
    const written = db.update(users).set({ role }).where(eq(users.id, staff.id));
    expect(isRefusedStatement(await written.then(undefined, (error) => error))).toBe(true);
  }
  await act(setRole, { id: user.id, role: 'gestor' });
});

it('an integration has at most 20 people who are not disabled', async () => {
  const { id: integrationId } = await newIntegration();
  const invite = () => act(inviteUser, { email: freshEmail(), role: 'integrador', integrationId });
  for (let number = 0; number < 20; number += 1) await invite();
  await expect(invite()).rejects.toMatchObject({ code: 'too_many_people' });
  const [first] = await listUsers(db, integrationId);
  await act(disableUser, { id: first?.id ?? 0 });
  await invite();
  const enabled = act(enableUser, { id: first?.id ?? 0 });
  await expect(enabled).rejects.toMatchObject({ code: 'too_many_people' });
  expect(await listUsers(db, integrationId)).toHaveLength(21);
});

it('the list of staff has nobody of an integration', async () => {
  const { user } = await somebody();
  expect((await listUsers(db)).some(({ id }) => id === user.id)).toBe(false);
});

it('the identity provider opens no session of somebody of an integration', async () => {
  const { user } = await somebody();
  const outcome = await throughProvider(db, { email: user.email, secondFactor: true });
  expect(outcome).toEqual({ kind: 'rejected' });
});

it('in production a second factor is required of who may rotate, not of who reads', () => {
  const required = (role: PlaceRole) => requiresSecondFactor(role, null, 'production');
  expect(PLACE_ROLES.filter(required)).toEqual(['gestor']);
});

it('sessions are counted by kind', async () => {
  const { user } = await somebody();
  const count = async () =>
    (await countSessions(sql)).find(({ kind }) => kind === 'place')?.count ?? 0;
  const before = await count();
  await signedIn(db, user.email);
  expect(await count()).toBeGreaterThan(before);
});
