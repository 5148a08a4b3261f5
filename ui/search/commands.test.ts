import { expect, it } from 'vitest';
import { ROLES, type Role } from '@/lib/access/permissions';
import es from '@/messages/es.json';
import { commandsFor, readCommand } from './commands';

const read = (text: string, role: Role = 'admin') => {
  const written = readCommand(text, commandsFor(role), ({ key }) => es.search.commands[key]);
  return { ...written, commands: written.commands.map(({ key }) => key) };
};

it('reads a word, however it is written, and the integration behind it', () => {
  expect(read('recargar jade-soft')).toEqual({ commands: ['topUp'], integration: 'jade-soft' });
  expect(read('RECA  ')).toEqual({ commands: ['topUp'], integration: '' });
  expect(read('reca')).toEqual({ commands: ['topUp'], integration: undefined });
  expect(read('re x').commands).toContain('refusals');
  expect(read('rotar to')).toEqual({ commands: ['rotate'], integration: undefined });
  expect(read('Saldo de jade-soft')).toEqual({ commands: ['balance'], integration: 'jade-soft' });
});

it('reads no command from one letter or another word', () => {
  for (const text of ['', 'r', 'jade-soft', '12345678 9', 'recargas jade']) {
    expect(read(text).commands).toEqual([]);
  }
});

it('offers no role a command that it may not carry out', () => {
  expect(read('recargar x', 'soporte').commands).toEqual([]);
  for (const role of ROLES) expect(read('consultas x', role).commands).toEqual(['queries']);
});
