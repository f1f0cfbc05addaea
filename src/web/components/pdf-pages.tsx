import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { getDocument, type PDFDocumentProxy, type RenderTask } from 'unpdf/pdfjs';
import classes from './file-view.module.css';

/** Enough for a sharp picture without filling the memory of a phone. */
const MOST_PIXELS_PER_PIXEL = 2;

/** The pages of a PDF, drawn as pictures: scripts, links and forms in it stay dead. */
export function PdfPages({ content, zoom }: { content: Blob; zoom: number }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let end: (() => Promise<void>) | undefined;
    const open = async () => {
      const data = new Uint8Array(await content.arrayBuffer());
      if (isOver) return;
      const task = getDocument({ data, isEvalSupported: false, useWasm: false, enableXfa: false, verbosity: 0 });
      end = () => task.destroy();
      setPdf(await task.promise);
    };
    open().catch((error: unknown) => {
      if (!isOver) setFault(isPasswordAsked(error) ? 'This PDF is protected by a password.' : 'This PDF can’t be shown here.');
    });
    return () => {
      isOver = true;
      void end?.();
    };
  }, [content]);
  if (fault) {
    return (
      <Text size="sm" c="dimmed">
        {fault} Download it to open it.
      </Text>
    );
  }
  if (!pdf) return <Loader size="sm" aria-label="Loading the pages" />;
  return Array.from({ length: pdf.numPages }, (_, i) => <PdfPage key={i} pdf={pdf} number={i + 1} zoom={zoom} />);
}

const isPasswordAsked = (error: unknown) => error instanceof Error && error.name === 'PasswordException';

/** One page, drawn once it comes into view; its text is there for screen readers. */
function PdfPage({ pdf, number, zoom }: { pdf: PDFDocumentProxy; number: number; zoom: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [text, setText] = useState('');
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: '50%' });
    watch.observe(frame.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return;
    let task: RenderTask | undefined;
    let isOver = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      if (isOver) return;
      setText(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
      const width = frame.current!.clientWidth * Math.min(window.devicePixelRatio, MOST_PIXELS_PER_PIXEL);
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      const drawn = canvas.current!;
      drawn.width = Math.floor(viewport.width);
      drawn.height = Math.floor(viewport.height);
      task = page.render({ canvas: drawn, viewport });
      await task.promise;
    };
    draw().catch(() => setBroken(!isOver));
    return () => {
      isOver = true;
      task?.cancel();
    };
  }, [pdf, number, isNear, zoom]);
  const label = `Page ${number} of ${pdf.numPages}`;
  return (
    <div ref={frame} className={classes.page} style={{ minHeight: text ? undefined : '20rem' }}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <VisuallyHidden>{text}</VisuallyHidden>
      {isBroken && (
        <Text size="sm" c="black" p="xs">
          This page can’t be shown here.
        </Text>
      )}
    </div>
  );
}
