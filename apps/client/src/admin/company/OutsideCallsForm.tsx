import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import { outsideCallLimits } from '@sidetone/contract/entities/guard.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { knownCountries } from '@sidetone/contract/rules/countries.ts';
import { X } from 'lucide-react';
import { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { PickAndAdd } from '../PickAndAdd.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';
import { countries } from './time-zones.ts';

const limitNames = ['concurrentCalls', 'callsPerHour', 'minutesPerDay', 'internationalMinutesPerDay'] as const;
type Limits = Record<(typeof limitNames)[number], string>;

interface OutsideValues {
  allowedCountries: string[];
  allowPremium: boolean;
  allowSatellite: boolean;
  barredPrefixes: string;
  limits: Limits;
  limitsOfEachUser: Limits;
}

/** Strict, unlike the reading of the stored one: a typing mistake must not clear a list. */
const outsideForm = z.object({
  allowedCountries: z.array(z.string()),
  allowPremium: z.boolean(),
  allowSatellite: z.boolean(),
  barredPrefixes: z.array(z.string().regex(/^\+[1-9][0-9]{0,14}$/)).max(1000),
  limits: outsideCallLimits,
  limitsOfEachUser: outsideCallLimits,
});

const asTexts = (limits: Record<keyof Limits, number | null>) =>
  Object.fromEntries(limitNames.map((name) => [name, limits[name]?.toString() ?? ''])) as Limits;
const asNumbers = (texts: Limits) =>
  Object.fromEntries(limitNames.map((name) => [name, texts[name].trim() === '' ? null : Number(texts[name])]));

/** The outside numbers that may be called, and the limits. */
export function OutsideCallsForm({ account }: { account: AdminAccount }) {
  const { t, language } = useWords();
  const { outsideCalls } = account;
  const editor = useEditor<OutsideValues, z.infer<typeof outsideForm>>({
    values: {
      allowedCountries: outsideCalls.allowedCountries,
      allowPremium: outsideCalls.allowPremium,
      allowSatellite: outsideCalls.allowSatellite,
      barredPrefixes: outsideCalls.barredPrefixes.join('\n'),
      limits: asTexts(outsideCalls.limits),
      limitsOfEachUser: asTexts(outsideCalls.limitsOfEachUser),
    },
    schema: outsideForm,
    shape: (values) => ({
      ...values,
      barredPrefixes: values.barredPrefixes.split(/[\s,]+/).filter((prefix) => prefix !== ''),
      limits: asNumbers(values.limits),
      limitsOfEachUser: asNumbers(values.limitsOfEachUser),
    }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body: { outsideCalls: body } });
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch, setValue, formState } = editor.form;
  const allowed = watch('allowedCountries');
  const known = countries(knownCountries(), language);
  const setAllowed = (codes: string[]) => setValue('allowedCountries', codes, { shouldDirty: true });
  const limitFields = (part: 'limits' | 'limitsOfEachUser', legend: string) => (
    <fieldset>
      <legend className="pb-1 font-med">{legend}</legend>
      <div className="grid grid-cols-4 gap-3 max-[699px]:grid-cols-2">
        {limitNames.map((name) => (
          <Field
            key={name}
            label={t(($) => $.admin.company.outside[name])}
            type="number"
            min={0}
            placeholder={t(($) => $.admin.company.outside.unlimited)}
            error={editor.error(`${part}.${name}`)}
            {...register(`${part}.${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );

  return (
    <FormPart
      title={t(($) => $.admin.company.outside.title)}
      text={t(($) => $.admin.company.outside.text)}
      editor={editor}
    >
      <ul aria-label={t(($) => $.admin.company.outside.countries)} className="flex flex-wrap gap-2 empty:hidden">
        {allowed.map((code) => {
          const country = known.find(({ value }) => value === code)?.label ?? code;
          return (
            <li key={code} className="inline-flex items-center rounded-s bg-well pl-2.5">
              {country}
              <IconButton
                icon={X}
                label={t(($) => $.admin.company.outside.removeCountry, { country })}
                onClick={() => setAllowed(allowed.filter((other) => other !== code))}
              />
            </li>
          );
        })}
      </ul>
      <PickAndAdd
        label={t(($) => $.admin.company.outside.addCountry)}
        options={known.filter(({ value }) => value !== account.numberPlan.country && !allowed.includes(value))}
        noneFound={t(($) => $.admin.address.noSuchCountry)}
        onAdd={(country) => setAllowed([...allowed, country])}
      />
      <Switch
        label={t(($) => $.admin.company.outside.premium)}
        help={t(($) => $.admin.company.outside.premiumHelp)}
        {...register('allowPremium')}
      />
      <Switch label={t(($) => $.admin.company.outside.satellite)} {...register('allowSatellite')} />
      <TextArea
        label={`${t(($) => $.admin.company.outside.barred)} (${t(($) => $.admin.optional)})`}
        rows={3}
        help={t(($) => $.admin.company.outside.barredHelp)}
        error={formState.errors.barredPrefixes ? t(($) => $.admin.issue.notValid) : undefined}
        {...register('barredPrefixes')}
      />
      {limitFields(
        'limits',
        t(($) => $.admin.company.outside.ofAll),
      )}
      {limitFields(
        'limitsOfEachUser',
        t(($) => $.admin.company.outside.ofEach),
      )}
    </FormPart>
  );
}
