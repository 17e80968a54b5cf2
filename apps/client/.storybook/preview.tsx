import type { Decorator, Preview } from '@storybook/react-vite';
import { startWords } from '#i18n/language.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { TooltipProvider } from '#ui/Tooltip.tsx';
import '../src/ui/styles.css';

/** Appearance and language are chosen in the toolbar, or by `&globals=theme:dark;language:de` in the address. */
const withGround: Decorator = (Story, { globals }) => {
  document.documentElement.dataset['theme'] = String(globals['theme']);
  return (
    <TooltipProvider key={String(globals['language'])}>
      <main className="min-h-screen bg-sidebar p-6">
        <Story />
      </main>
      <Toasts label="Notifications" closeLabel="Close" />
    </TooltipProvider>
  );
};

const preview: Preview = {
  loaders: [({ globals }) => startWords(globals['language'] === 'de' ? 'de' : 'en')],
  decorators: [withGround],
  initialGlobals: { theme: 'light', language: 'en' },
  globalTypes: {
    theme: { toolbar: { title: 'Appearance', items: ['light', 'dark'] } },
    language: { toolbar: { title: 'Language', items: ['en', 'de'] } },
  },
  parameters: { layout: 'fullscreen' },
};

export default preview;
