import type { User } from '@sidetone/contract/entities/user.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { changeLanguage, type Language } from '#i18n/language.ts';
import { languageOptions } from '#i18n/language-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';

/** The language of the app, and of the server's mails to this user. */
export function LanguageChoice({ me }: { me: User }) {
  const { t, language } = useWords();
  const speak = async (next: Language) => {
    void changeLanguage(next);
    try {
      await call(sessionRoutes.updateUser, { body: { locale: next } });
    } catch (error) {
      void changeLanguage(me.locale);
      toast({ tone: 'error', title: t(($) => $.start.setup.notKept), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-12 text-ink-2">
        {t(($) => $.start.welcome.language)}
      </span>
      <Select
        hideLabel
        label={t(($) => $.start.welcome.language)}
        className="w-[132px]"
        options={languageOptions}
        value={language}
        onChange={({ target }) => void speak(target.value === 'de' ? 'de' : 'en')}
      />
    </div>
  );
}
