/** A picture that was taken, and what does not fit in it. */
export interface Shot {
  readonly screen: string;
  readonly language: 'de' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly file: string;
  /** Where the address had led when it was taken. */
  readonly address: string;
  readonly misfits: readonly string[];
}

/** One page with every picture: a row for each screen, and under each picture what does not fit. */
export function indexPage(shots: readonly Shot[], failed: readonly string[]): string {
  const rows = Object.entries(Object.groupBy(shots, ({ screen }) => screen)).map(
    ([screen, of = []]) =>
      `<section id="${escaped(screen)}"><h2>${escaped(screen)}</h2><p>${escaped(of[0]?.address ?? '')}</p><div>${of
        .map(figure)
        .join('')}</div></section>`,
  );
  const misfits = shots.filter((shot) => shot.misfits.length > 0).length;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Screens of Sidetone</title><style>
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; } body { margin: 24px; }
h2 { margin: 32px 0 0; } p { margin: 0 0 8px; opacity: .7; }
div { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 12px; }
figure { margin: 0; } img { width: 100%; border: 1px solid #8888; } li { color: light-dark(#b81c35, #fb8087); }
</style></head><body><h1>Screens</h1><p>${shots.length} pictures, ${misfits} with words that do not fit.</p>
${failed.length === 0 ? '' : `<ul>${failed.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`}
${rows.join('\n')}</body></html>`;
}

function figure({ language, theme, width, file, misfits }: Shot): string {
  const list = misfits.length === 0 ? '' : `<ul>${misfits.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
  return `<figure><a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt=""></a>
<figcaption>${language}, ${theme}, ${width} px</figcaption>${list}</figure>`;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
