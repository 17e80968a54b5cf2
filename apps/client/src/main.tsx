import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { followLanguage } from '#app/use-machine.ts';
import { startWords } from '#i18n/language.ts';
import { startSession } from '#live/session.ts';
import { startLogBook } from '#platform/log-book.ts';
import { startTheme } from '#platform/theme.ts';
import { startUpdates } from '#platform/updates.ts';
import './ui/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
startLogBook();
startTheme();
await Promise.all([startWords(), startSession()]);
followLanguage();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
void startUpdates();
