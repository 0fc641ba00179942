import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { KeyCaps } from '@/components/ui/key-caps';
import { formatInteger } from '@/lib/text/format';

/**
 * The field for the list, which also takes dropped files. A file is not shown in the field, because it may have megabytes.
 *
 * @param props.onCheck receives the text, and the file instead of it
 */
export function ListForm(props: {
  text: string;
  file: File | null;
  isChecking: boolean;
  onEdit: () => void;
  onCheck: (text: string, file: File | null) => void;
  onRemoveFile: () => void;
}) {
  const { text, file, isChecking, onEdit, onCheck, onRemoveFile } = props;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // The text stays in the DOM, because a large one would be slow as React state.
  const checkFile = (chosen: File | undefined) => chosen && onCheck('', chosen);
  const drop = (event: DragEvent) => {
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    // A dropped text goes into the field.
    if (dropped === undefined) return;
    event.preventDefault();
    checkFile(dropped);
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(field.current?.value ?? '', field.current ? null : file);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`rounded-lg border bg-surface p-3 ${isOver ? 'border-accent' : 'border-line'}`}
    >
      {file === null ? (
        <label className="block">
          <span className="font-medium text-ink">List of addresses</span>
          <textarea
            ref={field}
            defaultValue={text}
            onInput={onEdit}
            rows={7}
            spellCheck={false}
            autoCapitalize="off"
            placeholder={'shop.example.com\nhttps://example.com/login\n10.0.0.0/24'}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              form.current?.requestSubmit();
            }}
            className="mt-1.5 block w-full resize-y rounded-md border border-line bg-canvas px-2.5 py-2 font-mono text-ink text-sm placeholder:text-ink-3 max-sm:text-[16px]"
          />
        </label>
      ) : (
        <p className="flex items-center gap-2 text-ink">
          <FileText className="size-4 shrink-0 text-ink-3" />
          <span className="min-w-0 truncate font-medium">{file.name}</span>
          <span className="shrink-0 text-ink-3">{formatInteger(Math.ceil(file.size / 1024))} KiB</span>
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          aria-disabled={isChecking}
          className="border-line-strong! font-medium text-ink!"
          onClick={(event) => {
            if (isChecking) event.preventDefault();
          }}
        >
          {isChecking ? 'Checking…' : 'Check'}
        </Button>
        <Button onClick={() => chooser.current?.click()}>
          <Upload />
          Choose file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          onChange={({ target }) => {
            checkFile(target.files?.[0]);
            // Cleared, so that the same file can be chosen again after a correction.
            target.value = '';
          }}
        />
        {file === null ? (
          <span className="flex items-center gap-1.5 text-ink-3 text-xs max-sm:hidden">
            <KeyCaps caps={['Mod', 'Enter']} /> checks the list
          </span>
        ) : (
          <Button variant="ghost" onClick={onRemoveFile}>
            <X />
            Remove file
          </Button>
        )}
      </div>
    </form>
  );
}
