import { mailWishes, summaryMinutes } from '@sidetone/contract/entities/mail.ts';
import { useWords } from '#i18n/use-words.ts';

/** What may be chosen about emails of channels, for one's own and for those of a team. */
export function useMailChoices() {
  const { t } = useWords();
  const { voicemails, missedCalls } = mailWishes.shape;
  return {
    voicemails: voicemails.options.map((value) => ({ value, label: t(($) => $.emails.voicemail[value]) })),
    missedCalls: missedCalls.options.map((value) => ({ value, label: t(($) => $.emails.missed[value]) })),
    everyMinutes: summaryMinutes.map((minutes) => ({
      value: String(minutes),
      label:
        minutes < 60
          ? t(($) => $.emails.minutes, { count: minutes })
          : t(($) => $.emails.hours, { count: minutes / 60 }),
    })),
  };
}
