/** `__Host-` cookies cannot be shadowed by ones of another path or domain; they need HTTPS. */
export const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The value of a cookie; undefined without it, and of two of a name, of which one may be somebody else's. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? '').split(';').flatMap((part) => {
    const [key = '', ...value] = part.split('=');
    return key.trim() === name ? [value.join('=').trim()] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
