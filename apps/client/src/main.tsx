import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { followLanguage } from '#app/follow-language.ts';
import { preloadInside } from '#app/inside.ts';
import { startEntryWords } from '#i18n/language.ts';
import { startSession } from '#live/line/session.ts';
import { noteComponentStack } from '#platform/component-stacks.ts';
import { startLogBook } from '#platform/log-book.ts';
import { startTab } from '#platform/tab-name.ts';
import { startTheme } from '#platform/theme.ts';
import { startUpdates } from '#platform/updates.ts';
import './ui/styles.css';

startLogBook();
const tabStarted = startTab();
const root = document.getElementById('root');
if (root === null) console.error('[app] the page has no element to draw into');
else await start(root);

async function start(into: HTMLElement): Promise<void> {
  startTheme();
  startSession();
  preloadInside();
  await Promise.all([tabStarted, startEntryWords()]);
  followLanguage();
  createRoot(into, {
    onCaughtError(error, { componentStack }) {
      noteComponentStack(error, componentStack);
      console.error('[app] could not be drawn', error);
    },
  }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  void startUpdates();
}
