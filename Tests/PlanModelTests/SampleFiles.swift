import PlanModel

/// Returns the UTF-8 bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Returns bytes as a text, for messages.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Returns texts that are compared by their bytes.
func exact(_ texts: [String]) -> [ExactString] { texts.map { ExactString($0) } }

/// Plan files that tests share.
enum SampleFile {
  static let id: PlanID = {
    guard let id = PlanID("k7m2q9x4t1ab") else { preconditionFailure("the sample's id is one") }
    return id
  }()

  /// The file that `docs/data-format.md` shows.
  static let documented = """
    {
      "fields": {
        "body": [
          "Tapping Login twice crashes.",
          "Seen on iPad mini."
        ],
        "created": {
          "at": "2026-11-20T09:00:00.000Z",
          "by": "Dev One <one@example.com>"
        },
        "due": "2026-12-01",
        "priority": "high",
        "rank": "a0V3k",
        "state": "doing",
        "title": "Fix login on iPad"
      },
      "format": 1,
      "id": "k7m2q9x4t1ab",
      "items": {
        "checklist": {
          "c3f8z": {
            "done": false,
            "rank": "a0",
            "text": "write a failing test"
          }
        }
      },
      "sets": {
        "labels": [
          "bug",
          "ui"
        ]
      },
      "stamps": {
        "fields": {
          "state": "2026-11-20T10:22:31.120Z~k7f3q"
        }
      }
    }

    """

  /// A file with every section, with conflicts, and with unknown members.
  static let everything = """
    {
      "conflicts": {
        "fields": {
          "title": [
            {
              "at": "s2",
              "value": "é"
            },
            {
              "at": "",
              "value": null
            }
          ]
        },
        "items": {
          "checklist": {
            "c1": {
              "done": [
                {
                  "at": "",
                  "value": true
                }
              ]
            }
          }
        },
        "other": {
          "x-color": [
            {
              "at": "s1",
              "value": [
                1,
                2.50
              ]
            }
          ]
        }
      },
      "fields": {
        "estimate": 0.10,
        "title": "shown",
        "x-new": {
          "deep": [
            {}
          ]
        }
      },
      "format": 2,
      "id": "k7m2q9x4t1ab",
      "items": {
        "checklist": {
          "c1": {
            "done": false,
            "text": "one"
          }
        },
        "x-list": {
          "": {
            "": ""
          }
        }
      },
      "sets": {
        "labels": [
          "bug"
        ],
        "x-set": [
          "",
          "é"
        ]
      },
      "stamps": {
        "fields": {
          "title": [
            "s4",
            "s3",
            ""
          ]
        },
        "items": {
          "checklist": {
            "c1": {
              "done": "s9"
            }
          }
        },
        "other": {
          "x-color": "s2"
        },
        "sets": {
          "labels": {
            "bug": [
              "s2",
              ""
            ]
          }
        }
      },
      "x-color": "red"
    }

    """
}
