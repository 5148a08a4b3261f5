/** Shows who acted or was acted on. An e-mail address breaks before its `@`, where it can. */
export function Actor({ name }: { readonly name: string }) {
  const at = name.lastIndexOf('@');
  if (at < 0) return name;
  return (
    <>
      <span className="whole">{name.slice(0, at)}</span>
      <wbr />
      <span className="whole">{name.slice(at)}</span>
    </>
  );
}
