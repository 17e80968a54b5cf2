import { useWords } from '#i18n/use-words.ts';
import { QrCode } from '#ui/QrCode.tsx';

/** What an authenticator app is given: a QR code, and the key for those who type it. */
export function KeyOfApp({ made }: { made: { readonly secret: string; readonly address: string } }) {
  const { t } = useWords();
  return (
    <>
      <p className="text-ink-2">{t(($) => $.secondFactor.authenticator.scan)}</p>
      <QrCode text={made.address} label={t(($) => $.secondFactor.authenticator.picture)} />
      <div>
        <div className="text-12 text-ink-2">{t(($) => $.secondFactor.authenticator.key)}</div>
        <code className="break-all font-med">{made.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
    </>
  );
}
