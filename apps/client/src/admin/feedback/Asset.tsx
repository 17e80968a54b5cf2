import type { UserAsset } from '@sidetone/contract/entities/feedback.ts';
import { feedbackRoutes } from '@sidetone/contract/http/feedback-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { download } from '#live/line/download.ts';
import { fetchFile } from '#live/line/fetch-file.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useAddress } from '#ui/use-address.ts';
import { formatBytes } from '../format.ts';
import { useRun } from '../run.ts';

/** A picture of a feedback in full width, with a button to save it. */
export function AssetImage({ asset }: { asset: UserAsset }) {
  const { t, language } = useWords();
  const { data, isError } = useAsset(asset);
  const address = useAddress(data);
  return (
    <figure>
      <div className="grid min-h-24 place-items-center overflow-hidden rounded-m border border-line bg-well">
        {isError ? (
          <p className="p-4 text-12 text-missed">{t(($) => $.admin.feedback.notLoaded)}</p>
        ) : address === null ? (
          <Spinner />
        ) : (
          <img
            src={address}
            alt={t(($) => $.admin.feedback.imageOf, { name: asset.fileName })}
            className="max-w-full"
          />
        )}
      </div>
      <figcaption className="mt-1 flex items-center gap-2 text-12 text-ink-3">
        <span className="min-w-0 truncate">{asset.fileName}</span>
        <span className="flex-none">{formatBytes(asset.bytes, language)}</span>
        <span className="flex-1" />
        <Save asset={asset} words={t(($) => $.admin.feedback.saveImage, { name: asset.fileName })} />
      </figcaption>
    </figure>
  );
}

/** The log of a feedback. */
export function AssetLog({ asset }: { asset: UserAsset }) {
  const { t } = useWords();
  const { data, isError } = useAsset(asset);
  const text = useQuery({
    queryKey: ['feedback-log-text', asset.id],
    queryFn: () => (data as Blob).text(),
    enabled: data !== undefined,
    gcTime: 0,
  });
  return (
    <>
      {isError ? (
        <p className="text-12 text-missed">{t(($) => $.admin.feedback.notLoaded)}</p>
      ) : text.data === undefined ? (
        <Spinner />
      ) : (
        <textarea
          readOnly
          aria-label={t(($) => $.admin.feedback.log)}
          value={text.data}
          className="block h-60 w-full resize-y rounded-s border border-line bg-well p-2 text-11"
        />
      )}
      <div>
        <Save asset={asset} words={t(($) => $.admin.feedback.saveLog)} />
      </div>
    </>
  );
}

function Save({ asset, words }: { asset: UserAsset; words: string }) {
  const { run, busy } = useRun();
  const save = () => download(feedbackRoutes.asset, { params: { assetId: asset.id } }, asset.fileName);
  return (
    <Button size="s" disabled={busy} onClick={() => void run(save, null)}>
      <Icon of={Download} size={14} />
      {words}
    </Button>
  );
}

/** Pictures of users are not kept once they are no longer shown. */
const useAsset = ({ id }: UserAsset) =>
  useQuery({
    queryKey: ['feedback-asset', id],
    queryFn: ({ signal }) => fetchFile(feedbackRoutes.asset, { params: { assetId: id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
