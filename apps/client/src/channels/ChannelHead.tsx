interface ChannelHeadProps {
  name: string;
}

/** Head of a channel's page. */
export function ChannelHead({ name }: ChannelHeadProps) {
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:h-12 max-[559px]:pl-4">
      <h1 className="truncate font-semi text-16">{name}</h1>
    </header>
  );
}
