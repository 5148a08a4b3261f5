/** True under `npm run test:all`, which also runs what takes minutes; see CONTRIBUTING.md. */
export const everything = process.env.PASARELA_TESTS === 'all';
