import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startWords } from '#i18n/language.ts';
import './ui/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await startWords();
createRoot(root).render(<StrictMode>Sidetone</StrictMode>);
