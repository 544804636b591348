/** A value for an MCP server: text, or a variable of the host's environment that the launch reads at the start. */
export type McpValue = string | { fromEnv: string };

/** An MCP server: a program that the agent starts, or an address that it speaks to. */
export type McpServer =
  | {
      /** Absolute, or a plain name that the agent looks up on its own PATH. */
      command: string;
      args?: readonly string[];
      env?: Readonly<Record<string, McpValue>>;
    }
  | { type: "http" | "sse"; url: string; headers?: Readonly<Record<string, McpValue>> };

/** A piece of a file's text: written as it is, or as a JSON string from a variable of the host at the start. */
export type FilePiece = string | { fromEnv: string };
