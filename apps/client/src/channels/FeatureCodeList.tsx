import { featureCodes } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { useWords } from '#i18n/use-words.ts';

/** What phones dial for services of the phone system, and what each does. */
export function FeatureCodeList() {
  const { t } = useWords();
  const lines = featureCodes.flatMap((one) => {
    const code = t(($) => $.featureCodes.withExtension, { code: one.code });
    if (one.takes === 'alwaysExtension') {
      const group = t(($) => $.featureCodes.withGroup, { code: one.code });
      return [
        { code: one.name === 'page' ? group : code, text: t(($) => $.featureCodes.does[one.name].withExtension) },
      ];
    }
    if (one.takes === 'code') {
      const given = t(($) => $.featureCodes.withCode, { code: one.code });
      return [{ code: given, text: t(($) => $.featureCodes.does[one.name].withCode) }];
    }
    if (one.takes === 'number') {
      const number = t(($) => $.featureCodes.withNumber, { code: one.code });
      return [{ code: number, text: t(($) => $.featureCodes.does[one.name].withNumber) }];
    }
    const alone = { code: one.code, text: t(($) => $.featureCodes.does[one.name].alone) };
    if (one.takes === 'nothing') return [alone];
    if (one.takes === 'slot') {
      const place = t(($) => $.featureCodes.withPlace, { code: one.code });
      return [alone, { code: place, text: t(($) => $.featureCodes.does[one.name].withPlace) }];
    }
    const { name } = one;
    return [alone, { code, text: t(($) => $.featureCodes.does[name].withExtension) }];
  });
  return (
    <dl className="grid grid-cols-[minmax(120px,auto)_1fr] gap-x-4 gap-y-2">
      {lines.map(({ code, text }) => (
        <div key={code} className="contents">
          <dt className="font-med tabular-nums">{code}</dt>
          <dd className="text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
