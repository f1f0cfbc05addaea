// Checks what Vetgraph's transparency log gives by Go's reference library. Reads JSON lines, answers each by "ok" or what is wrong.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Vkey       string
	Checkpoint string
	Index      int64
	Leaf       string
	Hashes     []string
	// Another checkpoint of the same log, and how the newer one follows from it.
	Older       string
	Consistency []string
}

func hashes(encoded []string) ([]tlog.Hash, error) {
	var all []tlog.Hash
	for _, one := range encoded {
		hash, err := tlog.ParseHash(one)
		if err != nil {
			return nil, err
		}
		all = append(all, hash)
	}
	return all, nil
}

func open(text, vkey string) (size int64, root tlog.Hash, err error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return
	}
	signed, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		return
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		return 0, root, fmt.Errorf("no checkpoint of %s", verifier.Name())
	}
	size, err = strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return
	}
	root, err = tlog.ParseHash(lines[2])
	return
}

func check(q question) error {
	size, root, err := open(q.Checkpoint, q.Vkey)
	if err != nil {
		return err
	}
	leaf, err := base64.StdEncoding.DecodeString(q.Leaf)
	if err != nil {
		return err
	}
	proof, err := hashes(q.Hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(tlog.RecordProof(proof), size, root, q.Index, tlog.RecordHash(leaf)); err != nil {
		return err
	}
	if q.Older == "" {
		return nil
	}
	oldSize, oldRoot, err := open(q.Older, q.Vkey)
	if err != nil {
		return err
	}
	consistency, err := hashes(q.Consistency)
	if err != nil {
		return err
	}
	return tlog.CheckTree(tlog.TreeProof(consistency), size, root, oldSize, oldRoot)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	for lines.Scan() {
		var q question
		err := json.Unmarshal(lines.Bytes(), &q)
		if err == nil {
			err = check(q)
		}
		if err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("ok")
		}
	}
}
