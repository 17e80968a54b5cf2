import type { Language, Words } from './words.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 24px;
  background: light-dark(#fbfdfc, #161513); color: light-dark(#171e1a, #efece8); }
form, main { display: grid; gap: 12px; width: min(380px, 88vw); }
input, button { font: inherit; padding: 8px 12px; border-radius: 8px; }
input { border: 1px solid light-dark(#858c89, #787470); background: light-dark(#fff, #1c1a18); color: inherit; }
button { border: 0; background: light-dark(#006a6b, #5fccc8); color: light-dark(#fff, #0a2424); font-weight: 600; }
p { margin: 0; color: light-dark(#4a524e, #b9b5b0); }
[role=alert] { color: light-dark(#b81c35, #fb8087); }`;

const page = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

/** Where the form of the first page leads; the program takes it before anything is loaded. */
export const serverFormTarget = 'sidetone://server';

/** The page that asks for the server, as long as none is known or none answers. */
export function serverPage(words: Words, language: Language, typed: string, problem: string | null): string {
  const alert = problem === null ? '' : `<p role="alert" id="problem">${escaped(problem)}</p>`;
  const wrong = problem === null ? '' : ' aria-invalid="true"';
  const body = `<form action="${serverFormTarget}" method="get">
<label for="address"><b>${escaped(words.server)}</b></label>
<input id="address" name="address" value="${escaped(typed)}" autofocus required autocomplete="off" spellcheck="false"
 aria-describedby="help${problem === null ? '' : ' problem'}"${wrong}>
<p id="help">${escaped(words.serverHelp)}</p>${alert}
<button>${escaped(words.connect)}</button></form>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page(language, 'Sidetone', body))}`;
}

/** What the system's browser shows after a sign-in. */
export function signedInPage(words: Words, language: Language): string {
  return page(
    language,
    'Sidetone',
    `<main><b>${escaped(words.signedIn)}</b><p>${escaped(words.signedInText)}</p></main>`,
  );
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
