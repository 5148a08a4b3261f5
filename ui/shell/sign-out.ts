/** Signs out and goes to the sign-in page of this origin. */
export async function signOut(): Promise<void> {
  const client = await import('next-auth/react');
  await client.signOut({ redirect: false });
  window.location.assign('/login');
}
