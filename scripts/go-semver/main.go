// Prints how golang.org/x/mod/semver orders versions, for test/ecosystems/go/fixtures/semver.json: `go run . > …`.
package main

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

func main() {
	var versions []string
	for _, base := range []string{"v0.0.0", "v0.0.1", "v0.1.0", "v0.9.0", "v0.10.0", "v1.0.0", "v1.0.1", "v1.0.10", "v1.2.3", "v1.10.0", "v2.0.0", "v10.0.0", "v18446744073709551616.0.0"} {
		for _, tail := range []string{"", "-0", "-1", "-10", "-a", "-alpha", "-alpha.1", "-alpha.1.0", "-alpha.beta", "-rc.2", "-rc.10", "-rc-1", "-0.20240102150405-0123456789ab", "-rc.1.0.20240102150405-0123456789ab", "+incompatible", "-rc.1+incompatible"} {
			versions = append(versions, base+tail)
		}
	}
	versions = append(versions,
		"v0.0.0-20200101000000-abcdefabcdef", "v0.0.0-20210101000000-abcdefabcdef", "v0.0.0-00010101000000-000000000000",
		"v1", "v1.2", "v0", "v2", "v1.10", "v1.2.3+a.b-c", "v1.2.3-A", "v1.2.3-Z.9", "v1.2.3--", "v1.2.3--1", "v1.2.3-9999999999999999999999", "v1.2.3-1e3",
		"", "v", "v01.2.3", "v1.02.3", "v1.2.03", "v1.2.3-01", "v1.2.3-a..b", "v1.2.3-", "v1.2.3+", "v1.2.3+a..b", "v1.2-rc.1", "v1-rc.1", "v1.2+x", "v1.2.3.4", "V1.2.3", "v1.2.3-é", "v-1.2.3", "v1.2.x", "latest", "vv1.2.3", "v1.2.3 ", " v1.2.3", "v1.2.3-rc_1", "v1.2.3+rc_1", "v1.2.3-00a", "v1.2.3+001")
	valid := make([]byte, len(versions))
	rows := make([]string, len(versions))
	for i, a := range versions {
		valid[i] = "01"[map[bool]int{false: 0, true: 1}[semver.IsValid(a)]]
		var row strings.Builder
		for _, b := range versions[i+1:] {
			row.WriteByte("<=>"[semver.Compare(a, b)+1])
		}
		rows[i] = row.String()
	}
	fmt.Printf("{\n\"module\": \"golang.org/x/mod/semver v0.30.0\",\n\"versions\": %s,\n\"valid\": \"%s\",\n\"rows\": [\n\"%s\"\n]\n}\n", listed(versions), valid, strings.Join(rows, "\",\n\""))
}

func listed(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
