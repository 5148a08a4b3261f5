import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** Catches e-mail on this machine and keeps the newest. The recipient says how it answers. */

const MAX_KEPT = 200;

interface Mail {
  to: string;
  from: string;
  subject: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface MailCatcher {
  /** The newest last. */
  received: Mail[];
  url: string;
  close(): Promise<void>;
}

interface Options {
  /** Size of the greeting, in bytes. */
  bannerBytes?: number;
  /** Requires this password of everybody. */
  password?: string;
  /** Speaks TLS, with a certificate that nobody signed. */
  secure?: boolean;
}

/** Answers of recipients, by their local part. Others are accepted. */
const REFUSALS: Record<string, number> = { rejected: 550, deferred: 451 };

export async function startMailCatcher(options: Options = {}) {
  const { bannerBytes = 0, password, secure = false } = options;
  const catcher: MailCatcher = { received: [], url: '', close: async () => {} };
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: ['STARTTLS'],
    logger: false,
    secure,
    allowInsecureAuth: true,
    banner: 'x'.repeat(bannerBytes),
    onAuth: (auth, _session, done) => {
      if (auth.password === password) done(null, { user: auth.username });
      else done(refusal(535));
    },
    onMailFrom: ({ address }, _session, done) => {
      done(address.startsWith('refused@') ? refusal(553) : null);
    },
    onRcptTo: ({ address }, _session, done) => {
      const [local = ''] = address.split('@');
      if (local === 'stalled') return;
      const code = REFUSALS[local];
      done(code === undefined ? null : refusal(code));
    },
    onData: (stream, _session, done) => {
      simpleParser(stream).then(
        ({ to, from, subject, headerLines, text, html }) => {
          const [receiver] = [to ?? []].flat();
          catcher.received = [
            ...catcher.received.slice(1 - MAX_KEPT),
            {
              to: receiver?.text ?? '',
              from: from?.text ?? '',
              subject: subject ?? '',
              headers: Object.fromEntries(headerLines.map(({ key, line }) => [key, line])),
              text: text ?? '',
              html: html || '',
            },
          ];
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  // A client that goes away in the middle is not of interest.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  catcher.url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`;
  catcher.close = () => new Promise((resolve) => server.close(() => resolve()));
  return catcher;
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('refused'), { responseCode });
}
