import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `npm run size`: prints the lines of product, tests and tools, and of each feature of the product. */

const CODE = /\.(?:tsx?|mjs|css|sql)$/;
const PRODUCT = /^(?:app|ui|lib|db|server|messages|texts)\/|^(?:proxy|instrumentation)\.ts$/;
const TOOLS = /^(?:checks|simulator|testing|acceptance|e2e)\//;
const TEST = /\.(?:test|spec)\./;
const TESTED = /^(?:app|ui|lib|db|server|cli|clients)\//;

/** The features, by path. A file counts for the first that matches. */
const FEATURES: readonly (readonly [string, RegExp])[] = [
  ['audit log', /audit/],
  ['money', /billing|balance|refund|ledger|money|tariff/],
  [
    'people and sign-in',
    /users|account|login|invite|authentication|session|second-factor|password/,
  ],
  ['statistics and charts', /statistics|charts|overview|matrix|histogram/],
  ['query records', /recording|records|queries|export|refusal/],
  ['integrations', /integration/],
  ['sources', /lib\/sources/],
  ['gateway and limits', /gateway|lib\/limits|app\/(?:catalogos|renap|rtu)/],
  ['contract and its pages', /contract|app\/\(docs\)|app\/\(front\)|openapi/],
  ['database', /^db\//],
  ['tasks', /lib\/(?:tasks|doctor|keys)/],
  ['front process', /^server\/|^proxy|^instrumentation/],
  ['console', /^ui\/|^app\/|lib\/console/],
  ['base', /^lib\//],
];

const lines = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;
const sum = (files: readonly string[]): number => files.reduce((all, one) => all + lines(one), 0);

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => CODE.test(file) && !file.endsWith('src/contract.ts'));
const product = files.filter((file) => PRODUCT.test(file) && !TEST.test(file));
const rest = files.filter((file) => TOOLS.test(file) || (TESTED.test(file) && TEST.test(file)));
const print = (name: string, count: number) =>
  console.log(`${name.padEnd(28)}${String(count).padStart(7)}`);

print('product', sum(product));
print('tests and tools', sum(rest));
let left = product;
for (const [name, pattern] of FEATURES) {
  print(`  ${name}`, sum(left.filter((file) => pattern.test(file))));
  left = left.filter((file) => !pattern.test(file));
}
