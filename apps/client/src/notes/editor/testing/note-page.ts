import { shownHtml } from '../clean-html.ts';

/** What is shown of a note, for a page of a test. */
Object.assign(globalThis, { shownHtml });
