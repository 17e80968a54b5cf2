const tokens = /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/giu;

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const decoded = (html: string): string => html.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);

/**
 * The words of clean HTML: paragraphs with an empty line between them, lists with dashes or numbers, links with their
 * address behind them where it says more than their words.
 */
export function plainText(html: string): string {
  const page = new Page();
  for (const [, slash, name, attributes, words] of html.matchAll(tokens)) {
    if (words !== undefined) page.write(decoded(words));
    else if (slash === '') page.open(name ?? '', attributes ?? '');
    else page.close(name ?? '');
  }
  return page.text();
}

class Page {
  readonly #done: string[] = [];
  #line = '';
  /** Line breaks before the next word. */
  #breaks = 0;
  /** What the next word has before it, such as the dash of its item. */
  #mark = '';
  readonly #lists: { readonly name: string; count: number }[] = [];
  #link: { readonly href: string; words: string } | null = null;

  open(name: string, attributes: string): void {
    switch (name) {
      case 'p':
      case 'h4':
        this.#rest(this.#lists.length > 0 ? 1 : 2);
        break;
      case 'ul':
      case 'ol':
        this.#rest(this.#lists.length > 0 ? 1 : 2);
        this.#lists.push({ name, count: 0 });
        break;
      case 'li': {
        this.#rest(1);
        const list = this.#lists.at(-1);
        if (list) list.count += 1;
        this.#mark = list?.name === 'ol' ? `${list.count}. ` : '- ';
        break;
      }
      case 'br':
        this.#breaks += 1;
        break;
      case 'a':
        this.#link = { href: decoded(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''), words: '' };
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case 'p':
      case 'h4':
        this.#rest(this.#lists.length > 0 ? 1 : 2);
        break;
      case 'ul':
      case 'ol':
        this.#lists.pop();
        this.#rest(this.#lists.length > 0 ? 1 : 2);
        break;
      case 'li':
        this.#rest(1);
        this.#mark = '';
        break;
      case 'a': {
        const link = this.#link;
        this.#link = null;
        if (link && link.href !== '' && !saysAll(link)) this.write(` (${link.href})`);
        break;
      }
    }
  }

  write(words: string): void {
    // As browsers do; spaces that do not break stay apart.
    let told = words.replace(/[\t\n\f\r ]+/g, ' ');
    const isBegun = this.#line !== '' && this.#breaks === 0;
    if (!isBegun || this.#line.endsWith(' ')) told = told.replace(/^ /, '');
    if (told === '') return;
    if (!isBegun) this.#begin();
    this.#line += told.replaceAll('\u00a0', ' ');
    if (this.#link) this.#link.words += told;
  }

  text(): string {
    return [...this.#done, this.#line]
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #rest(breaks: number): void {
    this.#breaks = Math.max(this.#breaks, breaks);
  }

  #begin(): void {
    if (this.#done.length > 0 || this.#line !== '') {
      this.#done.push(this.#line);
      for (let empty = 1; empty < Math.min(this.#breaks, 2); empty += 1) this.#done.push('');
    }
    this.#breaks = 0;
    const depth = Math.max(0, this.#lists.length - 1);
    const hanging = this.#lists.length > 0 && this.#mark === '' ? '  ' : '';
    this.#line = `${'  '.repeat(depth)}${this.#mark}${hanging}`;
    this.#mark = '';
  }
}

const saysAll = ({ href, words }: { readonly href: string; readonly words: string }): boolean => {
  const said = words.trim();
  return [said, `mailto:${said}`, `tel:${said}`, `https://${said}`, `http://${said}`].includes(href);
};
