/** Shows who acted or was acted on. An e-mail address breaks before its `@` and nowhere else. */
export function Actor({ name }: { readonly name: string }) {
  const at = name.lastIndexOf('@');
  if (at < 0) return name;
  return (
    <>
      <span className="nowrap">{name.slice(0, at)}</span>
      <wbr />
      <span className="nowrap">{name.slice(at)}</span>
    </>
  );
}
