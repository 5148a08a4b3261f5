import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WEBHOOK_SAMPLES, WEBHOOK_TOLERANCE_S } from '@/lib/contract/check-samples';
import { newSecret, signaturesOf } from '@/lib/notices/webhook';
import { prepareSample, runnable } from '@/testing/check-samples';

const folder = await mkdtemp(join(tmpdir(), 'pasarela-webhooks-'));
afterAll(() => rm(folder, { recursive: true }));

const [secret, other] = [newSecret(), newSecret()];
const id = '019ab7c2-5d00-7000-8000-000000000001';
const body = '{"type":"balance.low","data":{"integration":"mi-empresa","name":"Peñaló"}}';
const GENUINE = ['true', 0];
const WRONG = ['false', 1];

it.each(runnable(WEBHOOK_SAMPLES))(
  'the %s of the guide takes a webhook for genuine only as it was sent, and for five minutes',
  async (language) => {
    const work = await mkdtemp(join(folder, 'sample-'));
    const run = prepareSample(language, WEBHOOK_SAMPLES[language], work);
    const check = (secrets: readonly string[], ageS = 0, received = body) => {
      const timestamp = Math.floor(Date.now() / 1000) - ageS;
      const signature = signaturesOf(secrets, { id, timestamp, body });
      const variables = { secret, id, timestamp: String(timestamp), signature };
      const { said, stderr } = run({ 'body.json': received }, variables);
      expect(stderr).toBe('');
      return said;
    };
    expect(check([secret])).toEqual(GENUINE);
    expect(check([other, secret])).toEqual(GENUINE);
    expect(check([secret, other])).toEqual(GENUINE);
    expect(check([other])).toEqual(WRONG);
    expect(check([secret], 0, body.replace('mi-', 'su-'))).toEqual(WRONG);
    expect(check([secret], 0, `${body}\n`)).toEqual(WRONG);
    // Tests on a busy machine take seconds.
    expect(check([secret], WEBHOOK_TOLERANCE_S - 60)).toEqual(GENUINE);
    expect(check([secret], WEBHOOK_TOLERANCE_S + 1)).toEqual(WRONG);
    expect(check([secret], -WEBHOOK_TOLERANCE_S - 60)).toEqual(WRONG);
    const now = String(Math.floor(Date.now() / 1000));
    for (const signature of ['', 'v1,', 'v1,é v1a,x']) {
      const { said } = run({ 'body.json': body }, { secret, id, timestamp: now, signature });
      expect(said, signature).toEqual(WRONG);
    }
  },
);
