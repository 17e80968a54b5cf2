import type { AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { spokenLanguages } from '@sidetone/contract/entities/spoken-text.ts';
import { useWords } from '#i18n/use-words.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import type { useEditor } from '../use-editor.ts';
import type { ServiceValues } from './service-form.ts';

const currencies = ['EUR', 'USD', 'CHF', 'GBP'] as const;

interface MoreOptionsProps {
  purpose: AiPurpose;
  editor: Pick<ReturnType<typeof useEditor<ServiceValues, unknown>>, 'form' | 'error'>;
}

/** What few services need to have changed, and prices. */
export function MoreOptions({ purpose, editor }: MoreOptionsProps) {
  const { t } = useWords();
  const { register, watch } = editor.form;
  const chosen = watch('options.prices.currency');
  const known: readonly string[] = currencies;
  const number = (path: `options.${string}`) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    error: editor.error(path),
    ...register(path as 'options.concurrency'),
  });
  return (
    <details className="rounded-m border border-line">
      <summary className="cursor-pointer px-4 py-2.5 font-med">{t(($) => $.admin.ai.more.title)}</summary>
      <div className="grid gap-4 border-line border-t px-4 py-4">
        {purpose === 'language' ? (
          <Field
            label={t(($) => $.admin.ai.more.contextTokens)}
            help={t(($) => $.admin.ai.more.contextTokensHelp)}
            {...number('options.contextTokens')}
          />
        ) : null}
        <Field
          label={t(($) => $.admin.ai.more.concurrency)}
          help={t(($) => $.admin.ai.more.concurrencyHelp)}
          {...number('options.concurrency')}
        />
        <Field label={t(($) => $.admin.ai.more.timeout)} {...number('options.timeoutSeconds')} />
        {purpose === 'voice' ? (
          spokenLanguages.map((language) => (
            <Field
              key={language}
              label={t(($) => $.admin.ai.more.voices[language])}
              help={t(($) => $.admin.ai.more.voicesHelp)}
              autoCapitalize="none"
              spellCheck={false}
              error={editor.error(`options.voices.${language}`)}
              {...register(`options.voices.${language}`)}
            />
          ))
        ) : (
          <fieldset className="grid gap-4">
            <legend className="font-med">{t(($) => $.admin.ai.more.prices)}</legend>
            <p className="text-12 text-ink-3">{t(($) => $.admin.ai.more.pricesHelp)}</p>
            <Select
              label={t(($) => $.admin.ai.more.currency)}
              options={[
                { value: '', label: t(($) => $.admin.ai.more.noCurrency) },
                ...[...new Set([...known, chosen].filter((one) => one !== ''))].map((value) => ({
                  value,
                  label: value,
                })),
              ]}
              {...register('options.prices.currency')}
            />
            {chosen === '' ? null : purpose === 'language' ? (
              <>
                <Field label={t(($) => $.admin.ai.more.tokensIn)} {...number('options.prices.perMillionTokensIn')} />
                <Field label={t(($) => $.admin.ai.more.tokensOut)} {...number('options.prices.perMillionTokensOut')} />
              </>
            ) : (
              <Field label={t(($) => $.admin.ai.more.audioMinute)} {...number('options.prices.perAudioMinute')} />
            )}
          </fieldset>
        )}
      </div>
    </details>
  );
}
