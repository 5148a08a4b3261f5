/** True under `npm run test:all`, which also runs what takes minutes; see README.md, "Tests". */
export const everything = process.env.PASARELA_TESTS === 'all';
