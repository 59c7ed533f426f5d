/** Style of the page above; served beside it because the page allows no inline style. */
export const RETRY_PAGE_CSS = `:root{color-scheme:light;font:1.0625rem/1.5 Georgia,serif;color:#1d2433;background:#faf6ee}
main{max-width:38rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.2}
[role=alert]{border-left:.25rem solid #a3262f;padding:.25rem 1rem;background:#fff}
[role=alert] a,.problem{color:#8c1d26}
label{display:block;font-weight:bold}
.problem{display:block}
input,textarea{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;border:1px solid #6b6f7a;border-radius:.25rem;background:#fff}
[aria-invalid=true]{border:2px solid #a3262f}
button{min-height:2.75rem;padding:.5rem 1.5rem;font:inherit;font-weight:bold;color:#fff;background:#263a78;border:0;border-radius:.25rem;cursor:pointer}
:focus-visible{outline:3px solid #c4861a;outline-offset:2px}
`;
