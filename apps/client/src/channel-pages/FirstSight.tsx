import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { adoptLanguage, browserLanguage, type Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { useCompact } from '#platform/window-size.ts';
import { toast } from '#ui/toasts.ts';

/** The first facts for new users, under their empty inbox: their own numbers, and how to change the language. */
export function FirstSight() {
  const { t } = useWords();
  const me = useMe();
  const isCompact = useCompact();
  const self = useColleagues().get(me?.webUserId ?? '');
  const numbers = [
    { name: t(($) => $.start.firstSight.number), value: self?.number ? formatNumber(self.number) : null },
    { name: t(($) => $.start.firstSight.extension), value: self?.extension ?? null },
  ].filter(({ value }) => value !== null);
  return (
    <div className="mt-8 flex w-full flex-col items-center gap-4">
      {numbers.length > 0 ? (
        <dl className="flex w-full max-w-[540px] divide-x divide-line rounded-m border border-line bg-raised text-left">
          {numbers.map(({ name, value }) => (
            <div key={name} className="min-w-0 flex-1 px-4 py-3">
              <dt className="text-12 text-ink-2">{name}</dt>
              <dd className="font-med text-16 tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p className="text-12 text-ink-3">{t(($) => $.start.firstSight.leaves)}</p>
      {isCompact ? <OtherLanguage /> : null}
    </div>
  );
}

/**
 * The present language and its reason, with the other one beside it: at the foot, or in a small window under the
 * numbers.
 */
export function OtherLanguage() {
  const { t, language } = useWords();
  const other: Language = language === 'de' ? 'en' : 'de';
  const read = async () => {
    try {
      await call(sessionRoutes.updateUser, { body: { locale: other } });
      await adoptLanguage(other);
    } catch (error) {
      toast({ tone: 'error', title: t(($) => $.start.setup.notKept), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <p className="flex items-center gap-2 text-12 text-ink-3">
      {t(($) => (language === browserLanguage() ? $.start.firstSight.likeBrowser : $.start.firstSight.language))}
      <button
        type="button"
        lang={other}
        onClick={() => void read()}
        className="rounded-s font-med text-accent hover:underline"
      >
        {t(($) => $.start.firstSight.other)}
      </button>
    </p>
  );
}
