import { expect, it } from 'vitest';
import { NAME_PATTERN, NAME_RULES } from './name';

it('the rules that are shown one at a time are together the pattern that is enforced', () => {
  const alphabet = [...'azAZ09._- ñ/\n', 'ab', 'c'.repeat(61), 'd'.repeat(64)];
  for (const first of alphabet) {
    for (const second of alphabet) {
      for (const name of ['', first, first + second, `${first}${second}x`, `xy${first}`]) {
        const kept = NAME_RULES.every(({ keeps }) => keeps(name));
        expect(kept, JSON.stringify(name)).toBe(NAME_PATTERN.test(name));
      }
    }
  }
});
